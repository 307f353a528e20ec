// widgetTemplate.update-template, widgetTemplate.update-template-app, widgetTemplate.update-template-company
import { updateTemplate } from '../support/widget-template-stories.ts'
import { story } from '../support/widget-templates.ts'

story('widgetTemplate.updateTemplate', updateTemplate)
