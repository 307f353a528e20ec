// widgetTemplate.get-template
import { getTemplate } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.getTemplate', LEVELS.platform, getTemplate)
