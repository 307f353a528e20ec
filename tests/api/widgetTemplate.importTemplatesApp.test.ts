// widgetTemplate.import-templates-app
import { importTemplates } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.importTemplatesApp', LEVELS.app, importTemplates)
