// widgetTemplate.export-templates-app
import { exportTemplates } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.exportTemplatesApp', LEVELS.app, exportTemplates)
