// Every amis type of ours. Small ones load with amis; big ones when a screen names them:
//   lazy('tessera-page-design', () => import('./tessera-page-design.tsx'))
// A small one is a plain import: import './tessera-empty.tsx'
import './monaco-workers.ts'
import './formulas.ts'
import './tessera-tile/tile.tsx'
import { lazy } from './register.tsx'

lazy('tessera-captcha', () => import('./tessera-captcha/captcha.tsx'), { isFormItem: true })
lazy('tessera-conflict-choices', () => import('./tessera-conflict-choices/conflict-choices.tsx'), { isFormItem: true })
lazy('tessera-data-table', () => import('./tessera-data-table/data-table.tsx'))
lazy('tessera-doc-viewer', () => import('./tessera-doc-viewer/doc-viewer.tsx'))
lazy('tessera-icon-gallery', () => import('./tessera-icon-gallery/icon-gallery.tsx'))
lazy('tessera-json-diff', () => import('./tessera-json-diff/json-diff.tsx'))
lazy('tessera-package-inspector', () => import('./tessera-package-inspector/package-inspector.tsx'), { isFormItem: true })
lazy('tessera-page-designer', () => import('./tessera-page-designer/page-designer.tsx'))
lazy('tessera-passkey', () => import('./tessera-passkey/passkey.tsx'))
lazy('tessera-permission-matrix', () => import('./tessera-permission-matrix/permission-matrix.tsx'))
lazy('tessera-phone-preview', () => import('./tessera-phone-preview/phone-preview.tsx'))
lazy('tessera-relations', () => import('./tessera-relations/relations.tsx'))
lazy('tessera-schema-editor', () => import('./tessera-schema-editor/schema-editor.tsx'))
lazy('tessera-qr-frame', () => import('./tessera-qr-frame/qr-frame.tsx'))
lazy('tessera-screen-editor', () => import('./tessera-screen-editor/screen-editor.tsx'))
lazy('tessera-screen-pictures', () => import('./tessera-screen-pictures/screen-pictures.tsx'))
lazy('tessera-send-button', () => import('./tessera-send-button/send-button.tsx'))
lazy('tessera-send-code', () => import('./tessera-send-code/send-code.tsx'), { isFormItem: true })
lazy('tessera-share', () => import('./tessera-share/share.tsx'))
lazy('tessera-template-editor', () => import('./tessera-template-editor/template-editor.tsx'))
lazy('tessera-tree-panel', () => import('./tessera-tree-panel/tree-panel.tsx'))
lazy('tessera-version-list', () => import('./tessera-version-list/version-list.tsx'))

/** Settled when all types are known to amis. */
export const renderers: Promise<void> = Promise.resolve()
