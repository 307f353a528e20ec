// widgetTemplate.copy-template, widgetTemplate.copy-template-app, widgetTemplate.copy-template-company
import { copyTemplate } from '../support/widget-template-stories.ts'
import { story } from '../support/widget-templates.ts'

story('widgetTemplate.copyTemplate', copyTemplate)
