// widgetTemplate.export-all
import { exportAll } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.exportAll', LEVELS.platform, exportAll)
