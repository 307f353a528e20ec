// widgetTemplate.delete-template, widgetTemplate.delete-template-app, widgetTemplate.delete-template-company
import { deleteTemplate } from '../support/widget-template-stories.ts'
import { story } from '../support/widget-templates.ts'

story('widgetTemplate.deleteTemplate', deleteTemplate)
