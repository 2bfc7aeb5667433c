package main

import "slices"

// An orderState is an order; what nobody was told yet is empty.
type orderState struct {
	key       string
	account   string
	id        int64
	status    string
	createdAt string
	updatedAt string
}

const none = -1

func (s petState) place(op *Operation) (bool, petState) {
	for at, order := range s.orders {
		if op.Key != "" && order.key == op.Key && order.account == op.Account {
			return s.placeAgain(op, at)
		}
	}
	if s.life != alive {
		return s.refuse(op, 404)
	}
	if s.pet.Status != "available" || s.holder != none {
		return s.refuse(op, 409)
	}
	s = s.changed()
	s.pet.Status, s.holder = "pending", len(s.orders)
	s.orders = append(slices.Clone(s.orders), orderState{key: op.Key, account: op.Account, status: "placed"})
	if op.Answer != nil && op.Answer.Replayed {
		return false, s
	}
	ok, s := s.showOrder(op, s.holder, 201)
	return ok && (op.Answer == nil || op.Answer.Order.UpdatedAt == op.Answer.Order.CreatedAt), s
}

// placeAgain is answered as the first time, whatever became of the order.
func (s petState) placeAgain(op *Operation, at int) (bool, petState) {
	answer := op.Answer
	if answer == nil {
		return s.ended, s
	}
	if answer.Status != 201 || !answer.Replayed || answer.Order == nil {
		return false, s
	}
	now := s.orders[at]
	shown := *answer.Order
	if shown.Role != s.roleOf(op) || shown.Status != "placed" || shown.UpdatedAt != shown.CreatedAt || shown.PetID != s.id {
		return false, s
	}
	ok := observe(&now.id, shown.ID) && observe(&now.createdAt, shown.CreatedAt)
	if now.status == "placed" {
		now.updatedAt = now.createdAt
	}
	return ok, s.withOrder(at, now)
}

func (s petState) getOrder(op *Operation) (bool, petState) {
	at := s.orderOf(op)
	if at == none {
		return s.refuse(op, 404)
	}
	return s.showOrder(op, at, 200)
}

func (s petState) closeOrder(op *Operation, as string, petStatus string) (bool, petState) {
	at := s.orderOf(op)
	if at == none {
		return s.refuse(op, 404)
	}
	if as == "completed" && s.roleOf(op) != "owner" {
		return s.refuse(op, 403)
	}
	order := s.orders[at]
	if order.status != "placed" && order.status != as {
		return s.refuse(op, 409)
	}
	if order.status == as {
		if op.Answer == nil {
			return s.ended, s
		}
		return s.showOrder(op, at, 200)
	}
	if s.holder != at {
		return false, s
	}
	s = s.changed()
	s.pet.Status, s.holder = petStatus, none
	order.status, order.updatedAt = as, ""
	return s.withOrder(at, order).showOrder(op, at, 200)
}

// roleOf says what an account is in the orders of the pet that it can see.
func (s petState) roleOf(op *Operation) string {
	if op.Account == s.owner {
		return "owner"
	}
	return "customer"
}

// orderOf finds the order that a request names. It has two sides; for other accounts it does not exist.
func (s petState) orderOf(op *Operation) int {
	return slices.IndexFunc(s.orders, func(order orderState) bool {
		return order.id == op.Order && (order.account == op.Account || s.owner == op.Account)
	})
}

func (s petState) showOrder(op *Operation, at int, status int) (bool, petState) {
	if op.Answer == nil {
		return true, s
	}
	shown := op.Answer.Order
	if op.Answer.Status != status || shown == nil {
		return false, s
	}
	now := s.orders[at]
	ok := shown.PetID == s.id && shown.Role == s.roleOf(op) && shown.Status == now.status && observe(&now.id, shown.ID) &&
		observe(&now.createdAt, shown.CreatedAt) && observe(&now.updatedAt, shown.UpdatedAt)
	return ok, s.withOrder(at, now)
}

func (s petState) withOrder(at int, order orderState) petState {
	s.orders = slices.Clone(s.orders)
	s.orders[at] = order
	return s
}

// observe is false if an answer shows another value than was shown before.
func observe[T comparable](known *T, shown T) bool {
	var nothing T
	if *known == nothing {
		*known = shown
	}
	return *known == shown
}
