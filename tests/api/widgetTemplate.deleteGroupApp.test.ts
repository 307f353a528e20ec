// widgetTemplate.delete-group-app
import { deleteGroup } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.deleteGroupApp', LEVELS.app, deleteGroup)
