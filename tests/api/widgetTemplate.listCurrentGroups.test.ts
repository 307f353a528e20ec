// widgetTemplate.list-current-groups
import { listCurrentGroups } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.listCurrentGroups', LEVELS.platform, listCurrentGroups)
