// What the shell needs of Taro.
import Taro, { useDidShow, useLoad, usePullDownRefresh, useUnload } from '@tarojs/taro'

export const api = {
  request: options => Taro.request(options),
  downloadFile: options => Taro.downloadFile(options),
  getSystemInfoSync: () => Taro.getSystemInfoSync(),
  getStorageSync: name => Taro.getStorageSync(name),
  setStorageSync: (name, value) => Taro.setStorageSync(name, value),
  showToast: options => Taro.showToast(options),
  showModal: options => Taro.showModal(options),
  navigateTo: options => Taro.navigateTo(options),
  navigateBack: options => Taro.navigateBack(options),
  reLaunch: options => Taro.reLaunch(options),
  setClipboardData: options => Taro.setClipboardData(options),
  setNavigationBarTitle: options => Taro.setNavigationBarTitle(options),
  stopPullDownRefresh: () => Taro.stopPullDownRefresh(),
}

export const isWeb = process.env.TARO_ENV === 'h5'
export const onLoad = useLoad
export const onShow = useDidShow
export const onUnload = useUnload
export const onPullDownRefresh = usePullDownRefresh
