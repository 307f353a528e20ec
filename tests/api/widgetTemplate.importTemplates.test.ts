// widgetTemplate.import-templates
import { importTemplates } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.importTemplates', LEVELS.platform, importTemplates)
