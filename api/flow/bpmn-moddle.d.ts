// The package has types for the elements of BPMN and none for what reads and writes them.
declare module 'bpmn-moddle' {
  export class BpmnModdle {
    constructor(packages?: Record<string, object>)
  }
}
