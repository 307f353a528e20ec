import { tellWidgetTemplates } from './widget-templates.ts'

tellWidgetTemplates('zh-CN')
