// widgetTemplate.list-templates, widgetTemplate.list-templates-app, widgetTemplate.list-templates-company
import { listTemplates } from '../support/widget-template-stories.ts'
import { story } from '../support/widget-templates.ts'

story('widgetTemplate.listTemplates', listTemplates)
