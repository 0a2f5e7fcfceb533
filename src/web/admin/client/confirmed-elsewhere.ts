const channel = 'confirmed';

/** Tells the other tabs of this browser that whoever sits here has confirmed who they are. */
export function tellThatItIsConfirmed(): void {
  const tabs = new BroadcastChannel(channel);
  tabs.postMessage(null);
  tabs.close();
}

/** Calls back when another tab says so, until the returned function is called. */
export function onConfirmedElsewhere(callBack: () => void): () => void {
  const tabs = new BroadcastChannel(channel);
  tabs.addEventListener('message', callBack);
  return () => tabs.close();
}
