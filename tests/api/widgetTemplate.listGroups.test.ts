// widgetTemplate.list-groups, widgetTemplate.list-groups-app, widgetTemplate.list-groups-company
import { listGroups } from '../support/widget-template-stories.ts'
import { story } from '../support/widget-templates.ts'

story('widgetTemplate.listGroups', listGroups)
