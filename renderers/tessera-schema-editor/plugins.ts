// Our components in the editor; each says beside itself how it is edited.
import '../tessera-tile.editor.ts'
import '../tessera-phone-preview.editor.ts'
import '../tessera-page-designer/designer.editor.ts'
import '../tessera-conflict-choices/conflict-choices.editor.ts'
import '../tessera-json-diff/json-diff.editor.ts'
import '../tessera-screen-editor/screen-editor.editor.ts'
import '../tessera-screen-pictures/screen-pictures.editor.ts'
import '../tessera-version-list/version-list.editor.ts'
