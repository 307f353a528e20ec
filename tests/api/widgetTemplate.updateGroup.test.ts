// widgetTemplate.update-group, widgetTemplate.update-group-app, widgetTemplate.update-group-company
import { updateGroup } from '../support/widget-template-stories.ts'
import { story } from '../support/widget-templates.ts'

story('widgetTemplate.updateGroup', updateGroup)
