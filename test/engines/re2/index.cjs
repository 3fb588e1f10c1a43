module.exports = class extends RegExp {};
