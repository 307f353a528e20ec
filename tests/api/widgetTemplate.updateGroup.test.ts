// widgetTemplate.update-group
import { updateGroup } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.updateGroup', LEVELS.platform, updateGroup)
