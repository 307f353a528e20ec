import { createApp } from 'vue'
import './app.css'

export default createApp({})
