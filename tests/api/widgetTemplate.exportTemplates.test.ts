// widgetTemplate.export-templates, widgetTemplate.export-templates-app, widgetTemplate.export-templates-company
import { exportTemplates } from '../support/widget-template-stories.ts'
import { story } from '../support/widget-templates.ts'

story('widgetTemplate.exportTemplates', exportTemplates)
