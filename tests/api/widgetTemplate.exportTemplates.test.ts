// widgetTemplate.export-templates
import { exportTemplates } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.exportTemplates', LEVELS.platform, exportTemplates)
