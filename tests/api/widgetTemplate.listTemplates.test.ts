// widgetTemplate.list-templates
import { listTemplates } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.listTemplates', LEVELS.platform, listTemplates)
