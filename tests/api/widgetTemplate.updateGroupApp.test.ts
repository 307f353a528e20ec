// widgetTemplate.update-group-app
import { updateGroup } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.updateGroupApp', LEVELS.app, updateGroup)
