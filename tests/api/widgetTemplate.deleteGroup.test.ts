// widgetTemplate.delete-group, widgetTemplate.delete-group-app, widgetTemplate.delete-group-company
import { deleteGroup } from '../support/widget-template-stories.ts'
import { story } from '../support/widget-templates.ts'

story('widgetTemplate.deleteGroup', deleteGroup)
