module.exports = { presets: [['taro', { framework: 'vue3', ts: false, compiler: 'vite' }]] }
