// widgetTemplate.list-templates-app
import { listTemplates } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.listTemplatesApp', LEVELS.app, listTemplates)
