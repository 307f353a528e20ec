// widgetTemplate.delete-templates, widgetTemplate.delete-templates-app, widgetTemplate.delete-templates-company
import { deleteTemplates } from '../support/widget-template-stories.ts'
import { story } from '../support/widget-templates.ts'

story('widgetTemplate.deleteTemplates', deleteTemplates)
