import { tellWidgetTemplates } from './widget-templates.ts'

tellWidgetTemplates('en-US')
