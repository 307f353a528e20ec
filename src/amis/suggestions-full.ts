import Downshift from 'downshift'
import Suggestions, { useRealSuggestions } from './suggestions.tsx'

Object.assign(Suggestions.stateChangeTypes, Downshift.stateChangeTypes)
useRealSuggestions(Downshift as never)
