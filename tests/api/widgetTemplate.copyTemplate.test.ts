// widgetTemplate.copy-template
import { copyTemplate } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.copyTemplate', LEVELS.platform, copyTemplate)
