// widgetTemplate.export-all-app
import { exportAll } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.exportAllApp', LEVELS.app, exportAll)
