// widgetTemplate.export-all, widgetTemplate.export-all-app, widgetTemplate.export-all-company
import { exportAll } from '../support/widget-template-stories.ts'
import { story } from '../support/widget-templates.ts'

story('widgetTemplate.exportAll', exportAll)
