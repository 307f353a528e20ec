// widgetTemplate.update-template
import { updateTemplate } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.updateTemplate', LEVELS.platform, updateTemplate)
