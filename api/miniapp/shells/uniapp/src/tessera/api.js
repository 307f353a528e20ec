// What the shell needs of uni-app.
export { onLoad, onPullDownRefresh, onShow, onUnload } from '@dcloudio/uni-app'

export const api = {
  request: options => uni.request(options),
  downloadFile: options => uni.downloadFile(options),
  getSystemInfoSync: () => uni.getSystemInfoSync(),
  getStorageSync: name => uni.getStorageSync(name),
  setStorageSync: (name, value) => uni.setStorageSync(name, value),
  showToast: options => uni.showToast(options),
  showModal: options => uni.showModal(options),
  navigateTo: options => uni.navigateTo(options),
  navigateBack: options => uni.navigateBack(options),
  reLaunch: options => uni.reLaunch(options),
  setClipboardData: options => uni.setClipboardData({ ...options, showToast: false }),
  setNavigationBarTitle: options => uni.setNavigationBarTitle(options),
  stopPullDownRefresh: () => uni.stopPullDownRefresh(),
}

let web = false
// #ifdef H5
web = true
// #endif
export const isWeb = web
