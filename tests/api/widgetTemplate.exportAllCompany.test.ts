// widgetTemplate.export-all-company
import { exportAll } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.exportAllCompany', LEVELS.company, exportAll)
