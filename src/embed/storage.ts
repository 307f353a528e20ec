// Browsers that keep nothing for frames of other sites throw where storage is only looked at. Before everything else.
import { lendStorage } from '../share/storage.ts'

lendStorage(window)
