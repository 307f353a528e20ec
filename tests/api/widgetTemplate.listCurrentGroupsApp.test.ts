// widgetTemplate.list-current-groups-app
import { listCurrentGroups } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.listCurrentGroupsApp', LEVELS.app, listCurrentGroups)
