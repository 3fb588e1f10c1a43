/** On a page that came from a server: shows the new one when something changed. */
new EventSource('changes').onmessage = () => location.reload();
