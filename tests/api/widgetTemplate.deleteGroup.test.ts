// widgetTemplate.delete-group
import { deleteGroup } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.deleteGroup', LEVELS.platform, deleteGroup)
