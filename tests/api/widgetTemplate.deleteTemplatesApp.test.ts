// widgetTemplate.delete-templates-app
import { deleteTemplates } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.deleteTemplatesApp', LEVELS.app, deleteTemplates)
