// widgetTemplate.list-groups-app
import { listGroups } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.listGroupsApp', LEVELS.app, listGroups)
