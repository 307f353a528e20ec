// widgetTemplate.create-template, widgetTemplate.create-template-app, widgetTemplate.create-template-company
import { createTemplate } from '../support/widget-template-stories.ts'
import { story } from '../support/widget-templates.ts'

story('widgetTemplate.createTemplate', createTemplate)
