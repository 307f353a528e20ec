// widgetTemplate.delete-template-app
import { deleteTemplate } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.deleteTemplateApp', LEVELS.app, deleteTemplate)
