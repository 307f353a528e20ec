// widgetTemplate.list-current-groups, widgetTemplate.list-current-groups-app, widgetTemplate.list-current-groups-company
import { listCurrentGroups } from '../support/widget-template-stories.ts'
import { story } from '../support/widget-templates.ts'

story('widgetTemplate.listCurrentGroups', listCurrentGroups)
