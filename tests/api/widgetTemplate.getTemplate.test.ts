// widgetTemplate.get-template, widgetTemplate.get-template-app, widgetTemplate.get-template-company
import { getTemplate } from '../support/widget-template-stories.ts'
import { story } from '../support/widget-templates.ts'

story('widgetTemplate.getTemplate', getTemplate)
