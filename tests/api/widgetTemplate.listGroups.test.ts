// widgetTemplate.list-groups
import { listGroups } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.listGroups', LEVELS.platform, listGroups)
