// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_SCHEDULER_LINKED_LIST_H
#define HOST_SCHEDULER_LINKED_LIST_H

namespace host {

template <typename T> class LinkedList;

/// The base class of elements of a LinkedList<T>. An element is in one list at most.
template <typename T> class Linked {
public:
  [[nodiscard]] bool linked() const { return is_linked; }
  /// The element behind this one, or null.
  [[nodiscard]] T* next() const { return after; }

private:
  friend class LinkedList<T>;
  T* before = nullptr;
  T* after = nullptr;
  bool is_linked = false;
};

/// A list whose elements have the links, so that any element can be removed without a search, and
/// nothing is allocated.
template <typename T> class LinkedList {
public:
  [[nodiscard]] bool empty() const { return first == nullptr; }
  /// Whether there is one element only.
  [[nodiscard]] bool single() const { return first != nullptr && first == last; }
  /// The first element, or null.
  [[nodiscard]] T* front() const { return first; }
  void push_back(T& element) { insert(element, last, nullptr); }
  void push_front(T& element) { insert(element, nullptr, first); }
  /// Before an element of the list, or at its end if `next` is null.
  void insert_before(T& element, T* next) {
    insert(element, next ? links_of(next).before : last, next);
  }
  void remove(T& element) {
    Linked<T>& links = element;
    (links.before ? links_of(links.before).after : first) = links.after;
    (links.after ? links_of(links.after).before : last) = links.before;
    links.is_linked = false;
  }

private:
  static Linked<T>& links_of(T* element) { return *element; }

  void insert(T& element, T* before, T* after) {
    Linked<T>& links = element;
    links.before = before;
    links.after = after;
    (before ? links_of(before).after : first) = &element;
    (after ? links_of(after).before : last) = &element;
    links.is_linked = true;
  }

  T* first = nullptr;
  T* last = nullptr;
};

} // namespace host

#endif
