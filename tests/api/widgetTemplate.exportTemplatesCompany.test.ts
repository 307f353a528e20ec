// widgetTemplate.export-templates-company
import { exportTemplates } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.exportTemplatesCompany', LEVELS.company, exportTemplates)
