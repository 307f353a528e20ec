/** Whether this document stands in a frame of another one. */
export const isFramed = () => window.top !== window
