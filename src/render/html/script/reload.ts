/** On a page that came from a server: shows the new one when something changed. */
export const reload = `
(function () {
  'use strict';
  const changes = new EventSource('changes');
  changes.onmessage = () => location.reload();
})();
`;
